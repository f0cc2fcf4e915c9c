#pragma once
PyTypeObject* get_best_structseq();
PyTypeObject* get_best_out_structseq();
