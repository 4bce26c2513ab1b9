#pragma once

#include <span>
#include <string>
#include <vector>

#include "cmd/flags/assertions.h"
#include "cmd/report/value.h"

namespace layoutq {

/// Holds an answer against its assertions, row by row and figure by figure. A cell to which a
/// column does not apply fulfils all of them.
class Checks {
 public:
  explicit Checks(std::vector<Assertion> assertions) : assertions_(std::move(assertions)) {}

  bool any() const { return !assertions_.empty(); }
  /// Before the first row. Error for an assertion about neither a column nor a figure, or that
  /// compares it with what it can't be.
  void open(const std::vector<Column>& columns, const std::vector<Figure>& figures);
  void row(std::span<const Value> values);
  /// Names on standard error what failed, if anything; says whether nothing did.
  bool close();

 private:
  /// What an assertion is about: a column, by its number.
  struct Check {
    const Assertion* assertion;
    std::size_t column;
  };

  void fail(const Assertion& assertion, const std::string& where);

  std::vector<Assertion> assertions_;
  std::vector<std::string> columns_;
  std::vector<Check> checks_;
  std::vector<std::string> failures_;  ///< the first few, as they are printed
  Int failed_ = 0;
};

}  // namespace layoutq
