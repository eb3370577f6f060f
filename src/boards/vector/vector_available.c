#include "vector_available.h"

bool vector_unavailable(void)
{
    return false;
}

#ifdef __x86_64__

/* The builtin knows whether the system saves the registers, too; it takes names only as literals.
 */
bool vector_avx2_available(void)
{
    __builtin_cpu_init(); /* may be asked before main() */
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

bool vector_avx512_available(void)
{
    return vector_avx2_available() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bitalg") &&
           __builtin_cpu_supports("avx512vpopcntdq");
}

#else

bool vector_avx2_available(void)
{
    return false;
}

bool vector_avx512_available(void)
{
    return false;
}

#endif
