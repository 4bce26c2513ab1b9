#include "cmd/report/value.h"

#include <fmt/format.h>

namespace layoutq {

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80   ? 1
                             : byte(0) < 0xC2 ? 0
                             : byte(0) < 0xE0 ? 2
                             : byte(0) < 0xF0 ? 3
                             : byte(0) < 0xF5 ? 4
                                              : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Rejects overlong forms, surrogates, and code points above U+10FFFF.
  if (length == 3 && ((byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xED && byte(1) > 0x9F))) {
    return 0;
  }
  if (length == 4 && ((byte(0) == 0xF0 && byte(1) < 0x90) || (byte(0) == 0xF4 && byte(1) > 0x8F))) {
    return 0;
  }
  return length;
}

std::string printable(std::string_view text) {
  constexpr std::size_t most = 80;
  std::string shown;
  for (char c : text.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  if (text.empty()) return "''";
  return text.size() > most ? shown + "..." : shown;
}

std::string json_string(std::string_view text) {
  std::string json = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text.front();
    if (length == 0) {
      json += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      json += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      json += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return json + '"';
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

std::string plain_text(const Value& value) {
  if (const Text* words = std::get_if<Text>(&value)) return words->text;
  if (const Int* number = std::get_if<Int>(&value)) return fmt::format("{}", *number);
  if (const double* fraction = std::get_if<double>(&value)) return fmt::format("{}", *fraction);
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  return "";
}

std::string table_text(Column::Kind kind, const Value& value) {
  if (const double* fraction = std::get_if<double>(&value)) {
    constexpr double hundred = 100;
    return kind == Column::Kind::percent ? fmt::format("{:.1f}%", *fraction * hundred)
                                         : fmt::format("{:.2f}", *fraction);
  }
  return std::holds_alternative<std::monostate>(value) ? "-" : plain_text(value);
}

}  // namespace layoutq
