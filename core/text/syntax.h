#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/layout/dims.h"
#include "core/text/layout_text.h"

/// Parses MLIR attributes and Python expressions into values. Of layouts it knows only the names of
/// the kinds that are modelled: it skips the parameters of other attributes.
namespace layoutq {

struct Argument;

/// A value, as written in the text.
struct Node {
  enum class Type {
    number,
    truth,
    none,        ///< Python's None
    list,        ///< [1, 4] or (1, 4)
    dictionary,  ///< {register = [[0, 1]]}
    attribute,   ///< #ttg.name<{…}>
    call,        ///< Name(…)
    name,        ///< #alias or a word
  };
  Type type = Type::none;
  std::size_t at = 0;  ///< its position in the text
  Int number = 0;
  bool truth = false;
  std::string_view name =
      {};  ///< without `#`; for an attribute or call also without the part before a dot
  /// The items of a list; the positional arguments of a call; the pairs before an attribute's
  /// braces.
  std::vector<Node> items;
  std::vector<Argument> arguments;  ///< named arguments
};

struct Argument {
  std::string_view name;
  std::size_t at = 0;
  Node value;
};

/// Reads values from a text, one after the other. It stops for good at the first problem.
class Syntax {
 public:
  explicit Syntax(std::string_view text) : text_(text) {}

  /// Reads the next value. The result is meaningless if there is a problem.
  Node value();
  /// Fails unless only blanks are left.
  void end();
  /// Consumes the token if it comes next. Returns whether it did.
  bool take(std::string_view token);
  /// Consumes the token, or fails.
  void expect(std::string_view token);

  std::size_t at() const { return at_; }
  bool failed() const { return problem_.has_value(); }
  const std::optional<TextProblem>& problem() const { return problem_; }
  /// Records a problem, unless there already is one.
  void fail(std::size_t at, std::string reason,
            TextProblem::Cause cause = TextProblem::Cause::other);

 private:
  void skip_blanks();
  std::string_view word();
  Node number();
  Node digits();
  Node list(std::string_view close);
  Node pairs();
  void arguments(Node* node, std::string_view close);
  Node attribute();
  void skip_brackets();
  Node words();

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<TextProblem> problem_;
};

}  // namespace layoutq
