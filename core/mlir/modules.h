#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/mlir/locations.h"
#include "core/text/layout_text.h"

namespace layoutq {

/// The hardware that a module was compiled for.
struct DumpModule {
  std::optional<Int> warp_size;
  std::optional<Int> warps;  ///< in a CTA
  std::optional<Int> ctas;   ///< in a cluster
};

/// Returns true if a name in MLIR may contain the character.
bool is_name_character(char c);
/// Returns a line of MLIR without the comment at its end.
std::string_view without_comment(std::string_view line);

/// The definitions in a file's modules: layouts by name, source locations, hardware. The reader
/// passes every line to `body`, which takes the definitions out. Keeps references into the text.
class Modules {
 public:
  /// Returns the line without leading blanks and comment if it belongs to the body of the current
  /// module; empty if it is a definition, a `module` line or blank.
  std::string_view body(std::string_view line);

  /// Returns the number of modules, at least one: text before the first module counts as one.
  std::size_t count() const { return modules_.size(); }
  /// Returns the index of the last module so far.
  std::size_t current() const { return modules_.size() - 1; }
  const DumpModule& operator[](std::size_t module) const { return modules_[module].attributes; }
  /// Returns the source line of `loc(…)` in a module; empty if it is unknown. See Locations.
  std::string line(std::size_t module, std::string_view location) {
    return modules_[module].locations.line(location);
  }
  Locations& locations(std::size_t module) { return modules_[module].locations; }

  // To be called after the last line.

  /// Returns the names that the module itself defines, with their texts, in the order of the text.
  std::vector<std::pair<std::string_view, std::string_view>> names(std::size_t module) const;
  /// Returns the module whose definition of the name is valid in this one: this module itself, or
  /// the last one before it that defines the name.
  std::optional<std::size_t> definer(std::size_t module, std::string_view name) const;
  /// Returns the text of a name that the module itself defines.
  std::string_view text(std::size_t module, std::string_view name) const {
    return modules_[module].aliases.at(name);
  }
  /// Returns the layouts by name that are valid in a module. Keeps a reference to this object.
  Aliases aliases(std::size_t module);
  /// Reads the type of a tensor; nullopt if it cannot be read.
  std::optional<TensorType> type(std::size_t module, std::string_view text);

 private:
  struct Module {
    std::unordered_map<std::string_view, std::string_view> aliases;
    Locations locations;
    bool begun = false;  ///< its `module` line was seen, not only the aliases before it
    DumpModule attributes;
    std::map<std::string_view, std::optional<AnyDescription>> resolved;
  };

  void next();
  void definition(std::string_view line);
  void begin(std::string_view line);
  const AnyDescription* resolve(std::size_t module, std::string_view name, int depth);

  std::vector<Module> modules_ = std::vector<Module>(1);
  std::unordered_map<std::string_view, std::vector<std::size_t>> definers_;
};

}  // namespace layoutq
