#include "status.h"

enum status status_of(enum sampling outcome, enum status failed)
{
    switch (outcome) {
    case SAMPLING_DONE:
        return STATUS_DONE;
    case SAMPLING_STOPPED:
        return STATUS_INTERRUPTED;
    case SAMPLING_MISCOUNTED:
        return STATUS_CHECK_FAILED;
    case SAMPLING_FAILED:
        break;
    }
    return failed;
}
