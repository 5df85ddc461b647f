/*
 * completion_: scripts that complete command lines in a shell, made from the
 * descriptions of the commands.
 */
#ifndef TOOLS_COMPLETION_H
#define TOOLS_COMPLETION_H

#include "tools/command.h"

/* Print the script for a program, with all of its commands. */
void completion_bash(const struct command *program);
void completion_zsh(const struct command *program);

#endif
