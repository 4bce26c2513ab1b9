#include "cmd/flags/read.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "cmd/closest.h"
#include "cmd/error.h"
#include "core/kinds/parameters.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

/// Returns the beginning of an error: "--spt 1,4".
std::string given(std::string_view what, std::string_view text) {
  return fmt::format("{} {}", what, printable(text));
}

/// Reads the number `item`, which is all or a part of the value `whole`.
Int read_digits(std::string_view what, std::string_view whole, std::string_view item,
                Range allowed) {
  const auto wrong = [&](std::string_view reason) {
    const std::string shown = printable(item);
    throw Error(whole == item ? fmt::format("{} {}", given(what, whole), reason)
                              : fmt::format("{}: '{}' {}", given(what, whole), shown, reason));
  };
  const bool minus = item.starts_with('-');
  const std::string_view digits = item.substr(minus ? 1 : 0);
  if (item.empty()) throw Error(fmt::format("{}: a number is missing", given(what, whole)));
  if (digits.empty() ||
      !std::all_of(digits.begin(), digits.end(), [](char c) { return '0' <= c && c <= '9'; })) {
    wrong("is not a whole number in decimal digits");
  }
  Int value = 0;
  const auto read = std::from_chars(item.data(), item.data() + item.size(), value);
  if (read.ec != std::errc() || !allowed.contains(value)) {
    if (allowed != any_number)
      wrong(fmt::format("is outside {} to {}", allowed.low, allowed.high - 1));
    wrong(minus ? "is negative" : "is too large");
  }
  return value;
}

/// Returns the items of a list, without its brackets.
std::vector<std::string_view> split_list(std::string_view what, std::string_view whole) {
  std::string_view text = trimmed(whole);
  const auto throw_unpaired = [&](char one, char other) {
    throw Error(fmt::format("{}: a '{}' has no '{}' (quote a list that has spaces or brackets)",
                            given(what, whole), one, other));
  };
  for (const auto& [open, close] : {std::pair{'[', ']'}, std::pair{'(', ')'}}) {
    const bool opens = text.starts_with(open);
    const bool closes = text.ends_with(close) && text.size() > (opens ? 1U : 0U);
    if (opens && !closes) throw_unpaired(open, close);
    if (closes && text.find(open) == std::string_view::npos) throw_unpaired(close, open);
    if (opens) {
      text = text.substr(1, text.size() - 2);
      break;
    }
  }
  const bool by_x = text.find_first_not_of("0123456789x- ") == std::string_view::npos;
  const char separator = by_x ? 'x' : ',';
  std::vector<std::string_view> items;
  for (;;) {
    const std::size_t end = std::min(text.find(separator), text.size());
    items.push_back(trimmed(text.substr(0, end)));
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
  }
  if (items.size() > max_rank) {
    throw Error(fmt::format("{} has {} numbers, but a tensor has at most {} dimensions",
                            given(what, whole), items.size(), max_rank));
  }
  return items;
}

}  // namespace

void throw_no_choice(std::string_view what, std::string_view text,
                     std::span<const std::string_view> choices) {
  throw Error(fmt::format("{} is not one of {}{}", given(what, text), fmt::join(choices, ", "),
                          did_you_mean(closest(text, choices))));
}

Int read_number(std::string_view what, std::string_view text, Range allowed) {
  return read_digits(what, text, text, allowed);
}

Dims read_list(std::string_view what, std::string_view text, Range allowed) {
  Dims list;
  for (std::string_view item : split_list(what, text)) {
    list.push_back(read_digits(what, text, item, allowed));
  }
  return list;
}

int read_dimension(std::string_view what, std::string_view text, int rank) {
  const Int dimension = read_digits(what, text, text, {-rank, rank});
  return static_cast<int>(dimension < 0 ? dimension + rank : dimension);
}

Dims read_order(std::string_view what, std::string_view text, int rank) {
  Dims order;
  for (std::string_view item : split_list(what, text)) {
    const Int dimension = read_digits(what, text, item, {-max_rank, max_rank});
    order.push_back(dimension < 0 ? dimension + rank : dimension);
  }
  if (!is_permutation(order, rank)) {
    throw Error(fmt::format("{} is not a permutation of 0 to {}", given(what, text), rank - 1));
  }
  return order;
}

Range read_range(std::string_view what, std::string_view text, Int count, std::string_view things) {
  const std::size_t colon = text.find(':');
  Range range{0, count};
  if (colon == std::string_view::npos) {
    range.low = read_digits(what, text, text, any_number);
    range.high = range.low + 1;
  } else {
    if (colon > 0) range.low = read_digits(what, text, text.substr(0, colon), any_number);
    if (colon + 1 < text.size())
      range.high = read_digits(what, text, text.substr(colon + 1), any_number);
  }
  if (range.high > count || range.low >= count) {
    throw Error(fmt::format("{}: {} go from 0 to {}", given(what, text), things, count - 1));
  }
  if (range.size() <= 0) {
    throw Error(fmt::format("{} is an empty range (the end is not part of it: 4:8 is 4 to 7)",
                            given(what, text)));
  }
  return range;
}

Coordinate read_coordinate(std::string_view text, const Shape& shape) {
  const Coordinate coordinate = read_list("coordinate", text, any_number);
  if (coordinate.rank() != shape.rank()) {
    throw Error(fmt::format("coordinate {} has {} number{}, but the shape {} has {}",
                            printable(text), coordinate.rank(), coordinate.rank() == 1 ? "" : "s",
                            to_text(shape), shape.rank()));
  }
  for (int d = 0; d < shape.rank(); ++d) {
    if (coordinate[d] >= shape[d]) {
      throw Error(fmt::format("coordinate {}: {} is outside dimension {} of shape {} (0 to {})",
                              printable(text), coordinate[d], d, to_text(shape), shape[d] - 1));
    }
  }
  return coordinate;
}

}  // namespace layoutq
