#include "core/text/brackets.h"

namespace layoutq {

namespace {

/// Returns the position after the string that begins at `i`.
std::size_t behind_string(std::string_view text, std::size_t i) {
  for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1 : 0;
  return std::min(i + 1, text.size());
}

bool opens(char c) { return c == '(' || c == '[' || c == '{' || c == '<'; }

bool closes(std::string_view text, std::size_t i) {
  const char c = text[i];
  return c == ')' || c == ']' || c == '}' || (c == '>' && (i == 0 || text[i - 1] != '-'));
}

/// Calls visit(position) for each character outside strings and brackets, until it returns false.
/// An opening bracket counts as outside. A closing bracket that matches nothing is skipped.
template <class Visit>
void for_outside(std::string_view text, Visit visit) {
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      if (!visit(i)) return;
      i = behind_string(text, i);
    } else if (closes(text, i)) {
      ++i;
    } else {
      if (!visit(i)) return;
      i = opens(text[i]) ? std::min(closing(text, i) + 1, text.size()) : i + 1;
    }
  }
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size();) {
    if (text[i] == '"') {
      i = behind_string(text, i);
      continue;
    }
    if (opens(text[i])) ++depth;
    if (closes(text, i) && --depth == 0) return i;
    ++i;
  }
  return text.size();
}

std::string_view inside(std::string_view text, std::size_t open) {
  if (open >= text.size()) return {};
  return text.substr(open + 1, closing(text, open) - open - 1);
}

std::size_t first_outside(std::string_view text, std::string_view token) {
  std::size_t found = std::string_view::npos;
  for_outside(text, [&](std::size_t i) {
    if (text.substr(i).starts_with(token)) found = i;
    return found == std::string_view::npos;
  });
  return found;
}

std::size_t last_outside(std::string_view text, std::string_view token) {
  std::size_t found = std::string_view::npos;
  for_outside(text, [&](std::size_t i) {
    if (text.substr(i).starts_with(token)) found = i;
    return true;
  });
  return found;
}

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  if (trimmed(text).empty()) return parts;
  std::size_t begin = 0;
  for_outside(text, [&](std::size_t i) {
    if (text[i] == ',') {
      parts.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
    return true;
  });
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

}  // namespace layoutq
