#include "core/text/syntax.h"

#include <fmt/format.h>

namespace layoutq {

namespace {

/// The largest depth of nested values: deeper than any layout, and far from the stack's limit.
constexpr int most_depth = 32;
constexpr Int most_number = INT32_MAX;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_letter(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' || is_digit(c);
}

Node node_of(Node::Type type, std::size_t at) {
  Node node;
  node.type = type;
  node.at = at;
  return node;
}

}  // namespace

void Syntax::fail(std::size_t at, std::string reason, TextProblem::Cause cause) {
  if (!problem_) problem_ = {at, std::move(reason), cause};
}

void Syntax::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

bool Syntax::take(std::string_view token) {
  skip_blanks();
  if (failed() || !text_.substr(at_).starts_with(token)) return false;
  at_ += token.size();
  return true;
}

void Syntax::expect(std::string_view token) {
  if (!take(token)) fail(at_, fmt::format("expected '{}'", token));
}

void Syntax::end() {
  skip_blanks();
  if (at_ < text_.size()) fail(at_, "expected the end");
}

std::string_view Syntax::word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

Node Syntax::digits() {
  Node node = node_of(Node::Type::number, at_);
  if (at_ == text_.size() || !is_digit(text_[at_])) fail(at_, "expected a number");
  for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
    node.number = node.number * 10 + (text_[at_] - '0');
    if (node.number > most_number) {
      fail(node.at, fmt::format("a number above {}", most_number));
      return node;
    }
  }
  return node;
}

Node Syntax::number() {
  Node node = digits();
  // MLIR may add the type: `0 : i32`.
  if (take(":")) {
    skip_blanks();
    if (word().empty()) fail(at_, "expected a type");
  }
  return node;
}

Node Syntax::list(std::string_view close) {
  Node node = node_of(Node::Type::list, at_ - 1);
  while (!failed() && !take(close)) {
    node.items.push_back(value());
    // A word here is the next parameter, so the bracket is missing.
    if (node.items.back().type == Node::Type::name) {
      fail(node.items.back().at, fmt::format("expected '{}'", close));
    }
    if (take(close)) break;
    if (!take(",")) fail(at_, fmt::format("expected ',' or '{}'", close));
  }
  return node;
}

/// Reads [128:+4, 256:+8] as a list of lists of two numbers.
Node Syntax::pairs() {
  Node node = node_of(Node::Type::list, at_ - 1);
  while (!failed() && !take("]")) {
    skip_blanks();
    Node pair = node_of(Node::Type::list, at_);
    pair.items.push_back(digits());
    expect(":+");
    skip_blanks();
    pair.items.push_back(digits());
    node.items.push_back(std::move(pair));
    if (take("]")) break;
    if (!take(",")) fail(at_, "expected ',' or ']'");
  }
  return node;
}

void Syntax::arguments(Node* node, std::string_view close) {
  while (!failed() && !take(close)) {
    skip_blanks();
    const std::size_t begin = at_;
    const std::string_view name = word();
    if (!name.empty() && take("=")) {
      for (const Argument& other : node->arguments) {
        if (other.name == name) fail(begin, fmt::format("'{}' is given twice", name));
      }
      node->arguments.push_back({name, begin, value()});
    } else if (node->type == Node::Type::call) {
      at_ = begin;
      if (!node->arguments.empty()) fail(begin, "expected a name and '='");
      node->items.push_back(value());
    } else {
      fail(name.empty() ? begin : at_, name.empty() ? "expected a parameter" : "expected '='");
    }
    if (take(close)) break;
    if (!take(",")) fail(at_, fmt::format("expected ',' or '{}'", close));
  }
}

void Syntax::skip_brackets() {
  int open = 0;
  do {
    const char c = at_ < text_.size() ? text_[at_] : '>';
    if (open == 0 && c != '<') return;
    open += c == '<' ? 1 : c == '>' ? -1 : 0;
    if (at_ == text_.size()) return;
    ++at_;
  } while (open > 0);
}

Node Syntax::attribute() {
  Node node = node_of(Node::Type::name, at_ - 1);
  node.name = word();
  if (node.name.empty()) {
    fail(at_, "expected a name after '#'", TextProblem::Cause::missing_sign);
    return node;
  }
  if (at_ == text_.size() || text_[at_] != '.') return node;
  while (at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    node.name = word();
  }
  node.type = Node::Type::attribute;
  // Other kinds have other forms. Skips them, because callers only look at the name.
  if (!is_modelled(node.name)) {
    skip_brackets();
    return node;
  }
  const auto open = [&](std::string_view token) {
    if (take(token)) return;
    fail(at_, fmt::format("expected '{}'", token), TextProblem::Cause::missing_sign);
  };
  open("<");
  if (take("[")) node.items.push_back(pairs());
  open("{");
  arguments(&node, "}");
  // A few kinds have further parameters after the braces.
  if (take(",")) {
    arguments(&node, ">");
  } else {
    expect(">");
  }
  return node;
}

Node Syntax::words() {
  Node node = node_of(Node::Type::name, at_);
  node.name = word();
  bool dotted = false;
  while (at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    dotted = true;
    node.name = word();
  }
  if (node.name.empty()) {
    fail(at_, at_ == text_.size() ? "expected more" : "expected a value");
  } else if (node.name == "true" || node.name == "True") {
    node.type = Node::Type::truth;
    node.truth = true;
  } else if (node.name == "false" || node.name == "False") {
    node.type = Node::Type::truth;
  } else if (node.name == "None") {
    node.type = Node::Type::none;
  } else if (take("(")) {
    node.type = Node::Type::call;
    arguments(&node, ")");
    if (node.name == "constexpr" && node.items.size() == 1 && node.arguments.empty()) {
      Node inner = std::move(node.items.front());
      return inner;
    }
  } else if (dotted) {
    const bool lost = take("<");
    if (lost) {
      fail(node.at, "expected '#'", TextProblem::Cause::missing_sign);
    } else {
      fail(at_, "expected '('");
    }
  }
  return node;
}

Node Syntax::value() {
  skip_blanks();
  if (failed()) return {};
  if (++depth_ > most_depth) {
    fail(at_, fmt::format("values nested more than {} deep", most_depth));
    return {};
  }
  Node node;
  if (take("[")) {
    node = list("]");
  } else if (take("(")) {
    node = list(")");
  } else if (take("{")) {
    node = node_of(Node::Type::dictionary, at_ - 1);
    arguments(&node, "}");
  } else if (take("#")) {
    node = attribute();
  } else if (at_ < text_.size() && is_digit(text_[at_])) {
    node = number();
  } else {
    node = words();
  }
  --depth_;
  return node;
}

}  // namespace layoutq
