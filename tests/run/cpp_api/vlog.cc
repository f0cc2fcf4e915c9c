// A newer glog than the framework's own calls this for every VLOG site; verbose logging stays off.
#include <glog/logging.h>

namespace google {
bool InitVLOG3__(SiteFlag*, int*, const char*, int) { return false; }
}  // namespace google
