/*
 * What stands between these two in a header is public: a shared library shows it, and nothing else
 * (the Makefile hides the rest), and C++ links with it. After the header's own includes.
 */
#ifndef XQPERFT_PUBLIC_H
#define XQPERFT_PUBLIC_H

#define XQPERFT_SHOWN        _Pragma("GCC visibility push(default)")
#define XQPERFT_HIDDEN_AGAIN _Pragma("GCC visibility pop")

#ifdef __cplusplus
#define XQPERFT_BEGIN                                                                              \
    XQPERFT_SHOWN extern "C"                                                                       \
    {
#define XQPERFT_END                                                                                \
    }                                                                                              \
    XQPERFT_HIDDEN_AGAIN
#else
#define XQPERFT_BEGIN XQPERFT_SHOWN
#define XQPERFT_END   XQPERFT_HIDDEN_AGAIN
#endif

#endif
