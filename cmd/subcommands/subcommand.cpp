#include "cmd/subcommands/subcommand.h"

#include "cmd/report/output.h"

namespace layoutq {

int Subcommand::answer(const std::vector<std::string>& arguments) const {
  CommandLine line = define();
  if (line.parse(arguments)) return run(line);
  Output output("");
  output.text(line.help());
  output.flush();
  return 0;
}

}  // namespace layoutq
