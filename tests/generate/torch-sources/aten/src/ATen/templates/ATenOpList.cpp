{
    ${aten_ops}
}
