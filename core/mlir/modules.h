#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/mlir/locations.h"
#include "core/text/layout_text.h"

namespace layoutq {

/// What a module says of the hardware that it is for.
struct DumpModule {
  std::optional<Int> warp_size;
  std::optional<Int> warps;  ///< of a CTA
  std::optional<Int> ctas;   ///< of a cluster
};

/// Whether a character may be part of a name in MLIR.
bool is_name_character(char c);
/// The line of MLIR without a comment at its end.
std::string_view without_comment(std::string_view line);

/// What the modules of a file of MLIR define for all that is in them: the layouts that have a name,
/// the source locations, the hardware. It is told every line, and keeps those that are its own.
/// Refers to the text.
class Modules {
 public:
  /// The line without blanks before it and a comment behind it, if it is part of what a module
  /// holds, the last one; empty where it was one of definition, or nothing.
  std::string_view body(std::string_view line);

  /// How many there are: at least one, for what stands before the first.
  std::size_t count() const { return modules_.size(); }
  /// The number of the last one so far.
  std::size_t current() const { return modules_.size() - 1; }
  const DumpModule& operator[](std::size_t module) const { return modules_[module].attributes; }
  /// The source line of `loc(…)` in that module; empty where it is unknown. See Locations.
  std::string line(std::size_t module, std::string_view location) {
    return modules_[module].locations.line(location);
  }
  Locations& locations(std::size_t module) { return modules_[module].locations; }

  // Once all lines are told.

  /// The names that the module itself defines, with their texts, in the order of the text.
  std::vector<std::pair<std::string_view, std::string_view>> names(std::size_t module) const;
  /// The module whose definition of the name counts in this one: what stood before a name that was
  /// taken counts for the modules behind it as well.
  std::optional<std::size_t> definer(std::size_t module, std::string_view name) const;
  /// The text of a name that the module itself defines.
  std::string_view text(std::size_t module, std::string_view name) const {
    return modules_[module].aliases.at(name);
  }
  /// Layouts by their names, as they count in that module. Refers to this.
  Aliases aliases(std::size_t module);
  /// The type of a tensor, or nothing where it can't be read.
  std::optional<TensorType> type(std::size_t module, std::string_view text);

 private:
  struct Module {
    std::unordered_map<std::string_view, std::string_view> aliases;
    Locations locations;
    bool begun = false;  ///< its own line was there, not only names before it
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
