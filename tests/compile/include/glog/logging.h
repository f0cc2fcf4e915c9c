#pragma once

#include <ostream>

namespace google {

std::ostream& Log(int severity);
bool IsVlogOn(int level);
bool IsFirst(int count);

// Makes a statement of a chain of `<<`, so that it may be an operand of `?:`.
struct Statement {
  void operator&(std::ostream&) {}
};

}  // namespace google

enum { INFO, WARNING, ERROR, FATAL };

#define OPGEN_LOG_IF(condition, severity) !(condition) ? (void)0 : ::google::Statement() & ::google::Log(severity)
#define LOG(severity) ::google::Log(severity)
#define LOG_FIRST_N(severity, count) OPGEN_LOG_IF(::google::IsFirst(count), severity)
#define VLOG_IS_ON(level) ::google::IsVlogOn(level)
#define VLOG(level) OPGEN_LOG_IF(VLOG_IS_ON(level), INFO)
