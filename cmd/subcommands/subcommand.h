#pragma once

#include <string>
#include <vector>

/// One function per subcommand: reads its arguments, asks core, writes rows. Error where it cannot
/// answer; the value is the exit code otherwise.
namespace layoutq {

using Arguments = std::vector<std::string>;

int run_banks(const Arguments& arguments);
int run_bases(const Arguments& arguments);
int run_convert(const Arguments& arguments);
int run_diff(const Arguments& arguments);
int run_inspect(const Arguments& arguments);
int run_layouts(const Arguments& arguments);
int run_map(const Arguments& arguments);
int run_owners(const Arguments& arguments);
int run_reduce(const Arguments& arguments);
int run_reps(const Arguments& arguments);
int run_sectors(const Arguments& arguments);
int run_slice(const Arguments& arguments);
/// A layout and nothing else: no subcommand is named.
int run_summary(const Arguments& arguments);

}  // namespace layoutq
