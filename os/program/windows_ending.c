#include "os/program/program.h"

#include <signal.h>
#include <stdatomic.h>
#include <windows.h>

static HANDLE event; /* something has happened */
static _Atomic int asked;

static BOOL WINAPI note(DWORD kind)
{
    bool typed = kind == CTRL_C_EVENT || kind == CTRL_BREAK_EVENT;
    asked = typed ? SIGINT : SIGTERM;
    SetEvent(event);
    if (!typed)
        Sleep(INFINITE); /* Windows ends the process when this returns */
    return TRUE;
}

void os_ending_hold(void)
{
    event = CreateEventW(NULL, FALSE, FALSE, NULL);
    SetConsoleCtrlHandler(note, TRUE);
}

void os_ending_release(void)
{
    SetConsoleCtrlHandler(note, FALSE);
    CloseHandle(event);
}

int os_ending_wait(double seconds)
{
    WaitForSingleObject(event, (DWORD)(seconds * 1000) + 1);
    return atomic_exchange(&asked, 0);
}

void os_ending_wake(os_thread thread)
{
    (void)thread;
    SetEvent(event);
}
