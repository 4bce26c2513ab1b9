#pragma once

#include <charconv>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/kinds/description.h"

/// Readers of the tables that Triton and an H200 filled in (see tests/oracle/*.tsv).
namespace layoutq::tables {

/// A row's cells by the names in the header.
using Row = std::map<std::string, std::string, std::less<>>;

inline std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// The rows of tests/oracle/`name`; throws where the file is missing or a row has other cells than
/// the header.
inline std::vector<Row> read(const std::string& name) {
  std::ifstream file(std::string(LAYOUTQ_TEST_DATA) + "/oracle/" + name);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error("cannot read " + name);
  const std::vector<std::string> header = split(line, '\t');
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = split(line, '\t');
    if (cells.size() != header.size()) throw std::runtime_error("a cell too few or many: " + line);
    Row row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[header[i]] = cells[i];
    rows.push_back(row);
  }
  return rows;
}

inline Int number(std::string_view text) {
  Int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw std::runtime_error("no number: " + std::string(text));
  }
  return value;
}

inline Dims list(std::string_view text, char separator = ',') {
  Dims values;
  for (const std::string& part : split(text, separator)) values.push_back(number(part));
  return values;
}

/// "0,1 0,2", or "-" for none.
inline std::vector<Dims> bases(std::string_view text) {
  std::vector<Dims> all;
  if (text == "-") return all;
  for (const std::string& part : split(text, ' ')) all.push_back(list(part));
  return all;
}

/// The columns spt, tpw, wpc and order.
inline Description blocked(const Row& row) {
  return {Blocked{list(row.at("spt")), list(row.at("tpw")), list(row.at("wpc")),
                  list(row.at("order"))}};
}

/// The bytes of one instruction of PTX, such as 16 for "8x ld.global.v4.b32".
inline Int access_bytes(std::string_view ptx) {
  Int vector = 1;
  Int bits = 0;
  for (const std::string& part : split(ptx.substr(ptx.find('.') + 1), '.')) {
    if (part.starts_with('v')) vector = number(part.substr(1));
    if (part.starts_with('b')) bits = number(part.substr(1));
  }
  return vector * bits / 8;
}

/// How many instructions of a thread "4x ld.shared.b32 + 2x ld.shared.b8" lists.
inline Int instructions(std::string_view ptx) {
  Int all = 0;
  for (const std::string& part : split(ptx, '+')) {
    const std::size_t first = part.find_first_not_of(' ');
    all += number(part.substr(first, part.find('x', first) - first));
  }
  return all;
}

}  // namespace layoutq::tables
