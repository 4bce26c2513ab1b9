#include <fmt/format.h>

#include <utility>

#include "cmd/shell/program.h"

namespace layoutq {

namespace {

constexpr std::string_view exit_status =
    ".TP\n.B 0\nAnswered. With \\-\\-assert, every assertion holds for every row.\n"
    ".TP\n.B 1\nThe answer is no: an assertion does not hold, or diff found a difference.\n"
    ".TP\n.B 2\nNot answered: a flag, a value or a file is wrong, or the answer cannot be written. "
    "One line\n"
    "on standard error says why.\n"
    ".PP\nThe signal SIGPIPE ends the program silently if a pipe is closed.\n";

constexpr std::string_view environment =
    ".TP\n.B NO_COLOR\nIf it is set and not empty, tables have colour only with \\-\\-color "
    "always.\n"
    ".TP\n.B COLORTERM, TERM\nThey give the number of colours of the terminal.\n";

/// Escapes a text for roff, so that minus signs can be copied and no line is read as a request.
std::string escaped(std::string_view text) {
  std::string escaped;
  bool starts_line = true;
  for (char c : text) {
    if (starts_line && (c == '.' || c == '\'')) escaped += "\\&";
    starts_line = c == '\n';
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else if (c == '\'') {
      escaped += "\\(aq";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string examples(std::span<const std::string_view> lines) {
  std::string text = ".nf\n";
  for (std::string_view line : lines) text += fmt::format("{}\n", escaped(line));
  return text + ".fi\n";
}

/// Formats the names of a flag in bold and the placeholder of its value in italics.
std::string bold_names(const CommandLine::Entry& entry) {
  const std::string left = entry.left();
  if (entry.text.value.empty()) return fmt::format("\\fB{}\\fR", escaped(left));
  const std::string_view names(left.data(), left.size() - entry.text.value.size() - 1);
  return fmt::format("\\fB{}\\fR \\fI{}\\fR", escaped(names), escaped(entry.text.value));
}

std::string section(const Subcommand& subcommand) {
  const CommandLine line = subcommand.define();
  std::string text =
      fmt::format(".SS \"layoutq {}\"\n{}\n", escaped(line.usage()), escaped(line.about()));
  for (const CommandLine::Entry& entry : line.entries()) {
    if (entry.kind == CommandLine::Entry::Kind::heading) {
      text += fmt::format(".PP\n{}:\n", escaped(entry.left()));
    } else if (entry.text.names.empty()) {
      text += fmt::format("{}\n", escaped(entry.right()));
    } else {
      text += fmt::format(".TP\n{}\n{}\n", bold_names(entry), escaped(entry.right()));
    }
  }
  return text + ".PP\n" + examples(line.examples());
}

}  // namespace

std::string man_page(const Program& program) {
  std::string text = fmt::format(
      ".TH LAYOUTQ 1 \"\" \"layoutq {}\" \"User Commands\"\n"
      ".SH NAME\nlayoutq \\- answers questions about GPU tensor layouts\n"
      ".SH SYNOPSIS\n.B layoutq\n.I SUBCOMMAND\n[flags]\n.br\n.B layoutq\n.I LAYOUT\n[flags]\n.br\n"
      ".B layoutq \\-\\-generate\n.I man|bash|zsh|fish\n"
      ".SH DESCRIPTION\n{}\n{}\n",
      program.version, escaped(program.about), escaped(program.words));
  for (const Subcommand& subcommand : program.subcommands) {
    text += fmt::format(".TP\n.B {}\n{}\n", subcommand.name, escaped(subcommand.about));
  }
  text += ".SH SUBCOMMANDS\n";
  for (const Subcommand& subcommand : program.subcommands) text += section(subcommand);
  text += section(program.without_subcommand);
  for (const auto& [title, body] :
       {std::pair<std::string_view, std::string>{"EXIT STATUS", exit_status},
        {"ENVIRONMENT", std::string(environment)},
        {"EXAMPLES", examples(program.examples)}}) {
    text += fmt::format(".SH {}\n{}", title, body);
  }
  return text;
}

}  // namespace layoutq
