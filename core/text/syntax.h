#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/layout/dims.h"
#include "core/text/layout_text.h"

/// What MLIR attributes and Python expressions have in common, before anything is known of layouts.
namespace layoutq {

struct Argument;

/// A value as it is written.
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
  std::size_t at = 0;  ///< where it begins in the text
  Int number = 0;
  bool truth = false;
  std::string_view name =
      {};  ///< without `#`; of an attribute or call without what is before a dot
  /// Of a list; a call's positional arguments; the list of pairs before an attribute's braces.
  std::vector<Node> items;
  std::vector<Argument> arguments;  ///< those with a name
};

struct Argument {
  std::string_view name;
  std::size_t at = 0;
  Node value;
};

/// Reads values one after the other from a text; stops for good at the first thing that is wrong.
class Syntax {
 public:
  explicit Syntax(std::string_view text) : text_(text) {}

  /// The next value. Meaningless once there is a problem.
  Node value();
  /// The text is used up, but for blanks; a problem otherwise.
  void end();
  /// Takes the text if it comes next.
  bool take(std::string_view token);
  /// The same, and a problem if it does not.
  void expect(std::string_view token);

  std::size_t at() const { return at_; }
  bool failed() const { return problem_.has_value(); }
  const std::optional<TextProblem>& problem() const { return problem_; }
  /// Keeps the first problem.
  void fail(std::size_t at, std::string reason);

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
