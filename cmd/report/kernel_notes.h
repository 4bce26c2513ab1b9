#pragma once

#include <string>

#include "core/kernel/note.h"

namespace layoutq {

/// The words for a note on a kernel: "gather: the pointer is loaded".
std::string text_of(const Note& note);

}  // namespace layoutq
