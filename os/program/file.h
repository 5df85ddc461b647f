#include "os/program/program.h"
