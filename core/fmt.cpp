// A release build by g++ compiles fmt's functions only here: it keeps all that the header defines,
// and the linker drops what nobody calls. In other builds this file adds nothing.
#include <fmt/format.h>
