/* The version of library and programs: this line alone, which the Makefile reads, too. */
#ifndef XQPERFT_VERSION_H
#define XQPERFT_VERSION_H

#define XQPERFT_VERSION "0.1.0"

#endif
