/* A device for libgomp (its libgomp-plugin.h), whose memory is a part of the host's, and which has no code. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct addr_pair;

const char *GOMP_OFFLOAD_get_name(void) { return "nvptx"; }
unsigned GOMP_OFFLOAD_get_caps(void) { return 1u << 2; /* OpenMP */ }
int GOMP_OFFLOAD_get_type(void) { return 5; /* nvptx */ }
int GOMP_OFFLOAD_get_num_devices(void) { return 1; }
unsigned GOMP_OFFLOAD_version(void) { return VERSION; }
bool GOMP_OFFLOAD_init_device(int number) { return number == 0; }
bool GOMP_OFFLOAD_fini_device(int number) { return number == 0; }
int GOMP_OFFLOAD_load_image(int number, unsigned version, const void *image, struct addr_pair **table) { return -1; }
bool GOMP_OFFLOAD_unload_image(int number, unsigned version, const void *image) { return true; }
void *GOMP_OFFLOAD_alloc(int number, size_t size) { return malloc(size); }
bool GOMP_OFFLOAD_free(int number, void *block) { return free(block), true; }
bool GOMP_OFFLOAD_dev2host(int number, void *to, const void *from, size_t size) { return memcpy(to, from, size); }
bool GOMP_OFFLOAD_host2dev(int number, void *to, const void *from, size_t size) { return memcpy(to, from, size); }
bool GOMP_OFFLOAD_dev2dev(int number, void *to, const void *from, size_t size) { return memcpy(to, from, size); }
void GOMP_OFFLOAD_run(int number, void *function, void *variables, void **arguments) { abort(); }
