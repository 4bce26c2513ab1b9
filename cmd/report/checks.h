#pragma once

#include <span>
#include <string>
#include <vector>

#include "cmd/report/assertion.h"
#include "cmd/report/value.h"

namespace layoutq {

/// Tests an answer against the assertions, row by row and figure by figure. An empty cell passes
/// every assertion.
class Checks {
 public:
  explicit Checks(std::vector<Assertion> assertions) : assertions_(std::move(assertions)) {}

  bool any() const { return !assertions_.empty(); }
  /// Call this before the first row. Throws Error if an assertion names neither a column nor a
  /// figure, or compares it with a value of another type.
  void open(const std::vector<Column>& columns, const std::vector<Figure>& figures);
  void row(std::span<const Value> values);
  /// Prints the failures on standard error. Returns true if there were none.
  bool close();

 private:
  /// An assertion and the index of its column.
  struct Check {
    const Assertion* assertion;
    std::size_t column;
  };

  void fail(const Assertion& assertion, const std::string& where);

  std::vector<Assertion> assertions_;
  std::vector<std::string> columns_;
  std::vector<Check> checks_;
  std::vector<std::string> failures_;  ///< the first few failures, ready to print
  Int failed_ = 0;
};

}  // namespace layoutq
