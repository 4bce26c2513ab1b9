#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "cmd/shell/program.h"

namespace layoutq {

namespace {

using Entry = CommandLine::Entry;

std::vector<Entry> flags_of(const CommandLine& line) {
  std::vector<Entry> flags;
  for (const Entry& entry : line.entries()) {
    if (entry.kind == Entry::Kind::flag) flags.push_back(entry);
  }
  flags.push_back({Entry::Kind::flag, {.names = "-h,--help", .help = "print the help"}, {}});
  return flags;
}

/// True if a word of the command line may be a file.
bool takes_files(const CommandLine& line) {
  return std::any_of(line.entries().begin(), line.entries().end(), [](const Entry& entry) {
    return entry.kind == Entry::Kind::words && entry.text.files;
  });
}

/// Returns the help in one line.
std::string line_of(const Entry& entry) {
  std::string line = entry.right();
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

/// Puts a backslash before each character of `marked`, and escapes the text for a shell's single
/// quotes.
std::string quoted(std::string_view text, std::string_view marked) {
  std::string quoted;
  for (char c : text) {
    if (marked.find(c) != std::string_view::npos) quoted += '\\';
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted;
}

/// Returns the subcommand's name, or a pattern that matches anything for the one without a name.
std::string_view pattern_of(const Subcommand& subcommand) {
  return subcommand.name.empty() ? "*" : subcommand.name;
}

std::vector<Subcommand> all_of(const Program& program) {
  std::vector<Subcommand> all(program.subcommands.begin(), program.subcommands.end());
  all.push_back(program.without_subcommand);
  return all;
}

// bash splits words at = and :, so the script reads the words from the line itself. bash then
// replaces only the last part of the word, so the script removes the parts before it from the
// answers.
constexpr std::string_view bash_head = R"(# Completes layoutq's command lines in bash.
_layoutq() {
  local line=${COMP_LINE:0:COMP_POINT} part=${COMP_WORDS[COMP_CWORD]}
  local word=${line##*[[:space:]]} before flag value flags='' choices='' files='' takes=''
  read -ra before <<<"${line%"$word"}"
  [[ $part == [=:] ]] && part=''
  flag=${before[-1]} value=$word
  [[ $word == --*=* ]] && flag=${word%%=*} value=${word#*=}
)";

constexpr std::string_view bash_tail = R"(  esac
  if [[ -z $takes ]]; then
    choices=$flags
    [[ $word != -* && -n $files ]] && choices=''
    (( ${#before[@]} == 1 )) && [[ $word != -* ]] && choices=$subcommands
  fi
  COMPREPLY=()
  if [[ -n $choices ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$value")
  elif [[ -n $files && ( -n $takes || $word != -* ) ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$value")
  fi
  COMPREPLY=("${COMPREPLY[@]#"${value%"$part"}"}")
}
complete -F _layoutq layoutq
)";

std::string bash(const Program& program) {
  std::string text(bash_head);
  std::string subcommands;
  for (const Subcommand& subcommand : program.subcommands) {
    subcommands += fmt::format("{} ", subcommand.name);
  }
  text += fmt::format("  local subcommands='{}'\n  case ${{before[1]-}} in\n", subcommands);
  for (const Subcommand& subcommand : all_of(program)) {
    const CommandLine line = subcommand.define();
    std::string flags, cases, others;
    for (const Entry& flag : flags_of(line)) {
      const auto names = flag.text.listed_names();
      for (std::string_view name : names) {
        if (name.starts_with("--")) flags += fmt::format("{} ", name);
      }
      const std::string pattern = fmt::format("{}", fmt::join(names, "|"));
      if (flag.text.files) {
        cases += fmt::format("        {}) takes=1 files=1 ;;\n", pattern);
      } else if (!flag.text.choices.empty()) {
        cases += fmt::format("        {}) takes=1 choices='{}' ;;\n", pattern, flag.text.choices);
      } else if (!flag.text.value.empty()) {
        others += fmt::format("{}{}", others.empty() ? "" : "|", pattern);
      }
    }
    if (subcommand.name.empty()) {
      flags += "--version --generate ";
      cases +=
          fmt::format("        --generate) takes=1 choices='{}' ;;\n", fmt::join(generated, " "));
    }
    if (!others.empty()) cases += fmt::format("        {}) takes=1 files='' ;;\n", others);
    text +=
        fmt::format("    {})\n      flags='{}' files={}\n      case $flag in\n{}      esac ;;\n",
                    pattern_of(subcommand), flags, takes_files(line) ? "1" : "''", cases);
  }
  return text + std::string(bash_tail);
}

/// Formats a flag for zsh's _arguments.
std::string zsh_flag(const Entry& flag) {
  const std::vector<std::string_view> names = flag.text.listed_names();
  std::vector<std::string> spelt;
  for (std::string_view name : names) {
    const char* const sign = flag.text.value.empty() ? "" : name.starts_with("--") ? "=" : "+";
    spelt.push_back(fmt::format("{}{}", name, sign));
  }
  // Only one of several names can be given. A flag with one name may be given again if it repeats.
  std::string text =
      names.size() > 1 ? fmt::format("'({})'{{{}}}'", fmt::join(names, " "), fmt::join(spelt, ","))
                       : fmt::format("'{}{}", flag.text.repeats ? "*" : "", spelt.front());
  text += fmt::format("[{}]", quoted(line_of(flag), "[]:\\"));
  if (!flag.text.value.empty()) {
    text += fmt::format(":{}:", quoted(flag.text.value, ":\\"));
    if (flag.text.files) {
      text += "_files";
    } else if (!flag.text.choices.empty()) {
      text += fmt::format("({})", quoted(flag.text.choices, ":"));
    } else {
      text += " ";
    }
  }
  return text + "'";
}

std::string zsh(const Program& program) {
  std::string text =
      "#compdef layoutq\n# Completes layoutq's command lines in zsh.\n_layoutq() {\n"
      "  local -a subcommands=(\n";
  for (const Subcommand& subcommand : program.subcommands) {
    text += fmt::format("    '{}:{}'\n", subcommand.name, quoted(subcommand.about, ":"));
  }
  text +=
      "  )\n"
      "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
      "    _describe subcommand subcommands\n    return\n  fi\n"
      "  case $words[2] in\n";
  for (const Subcommand& subcommand : all_of(program)) {
    const CommandLine line = subcommand.define();
    const char* const shift = subcommand.name.empty() ? "" : "shift words; (( CURRENT-- )); ";
    text += fmt::format("    {})\n      {}_arguments", pattern_of(subcommand), shift);
    for (const Entry& flag : flags_of(line)) text += fmt::format(" \\\n        {}", zsh_flag(flag));
    if (subcommand.name.empty()) {
      text += fmt::format(
          " \\\n        '--version[print the version]' \\\n        '--generate=[print the manual "
          "or "
          "completions]:WHAT:({})'",
          fmt::join(generated, " "));
    }
    if (takes_files(line)) text += " \\\n        '*:file:_files'";
    text += " ;;\n";
  }
  return text + "  esac\n}\n_layoutq \"$@\"\n";
}

std::string fish(const Program& program) {
  std::string text = "# Completes layoutq's command lines in fish.\ncomplete -c layoutq -f\n";
  std::string names;
  for (const Subcommand& subcommand : program.subcommands) {
    names += fmt::format(" {}", subcommand.name);
    text += fmt::format("complete -c layoutq -n __fish_use_subcommand -a {} -d '{}'\n",
                        subcommand.name, quoted(subcommand.about, "\\"));
  }
  text += "complete -c layoutq -n __fish_use_subcommand -l version -d 'print the version'\n";
  text += fmt::format(
      "complete -c layoutq -n __fish_use_subcommand -l generate -x -a '{}' -d 'print the manual or "
      "completions'\n",
      fmt::join(generated, " "));
  for (const Subcommand& subcommand : all_of(program)) {
    const CommandLine line = subcommand.define();
    const std::string where =
        subcommand.name.empty() ? fmt::format("'not __fish_seen_subcommand_from{}'", names)
                                : fmt::format("'__fish_seen_subcommand_from {}'", subcommand.name);
    if (takes_files(line)) text += fmt::format("complete -c layoutq -n {} -F\n", where);
    for (const Entry& flag : flags_of(line)) {
      text += fmt::format("complete -c layoutq -n {}", where);
      for (std::string_view name : flag.text.listed_names()) {
        text += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                       : fmt::format(" -s {}", name.substr(1));
      }
      if (flag.text.files) {
        text += " -r -F";
      } else if (!flag.text.value.empty()) {
        text += " -x";
      }
      if (!flag.text.choices.empty()) text += fmt::format(" -a '{}'", flag.text.choices);
      text += fmt::format(" -d '{}'\n", quoted(line_of(flag), "\\"));
    }
  }
  return text;
}

}  // namespace

std::string completions(const Program& program, std::string_view shell) {
  return shell == "bash" ? bash(program) : shell == "zsh" ? zsh(program) : fish(program);
}

}  // namespace layoutq
