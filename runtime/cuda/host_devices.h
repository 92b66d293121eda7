/*
 * Devices and their memory as the library routines tell of them on the host (specification 5.2, 18.7 and 18.8).
 *
 * To the program a region of `parallel` is the host's wherever it runs, so the GPU is none of the devices that these count: the host is
 * all that a program has. What of `target` stays on the host must stay there with the host's OpenMP library, too, where that library knows a
 * GPU: it has no code of the program's for it, and would move data there all the same, and back what no region has changed. So its default
 * device is the host. Memory of the host is of the heap that regions reach.
 */
#include "host.h"

extern "C" {

GPUMP_OMP(int, omp_get_num_devices, (void)) { return 0; }
GPUMP_OMP(int, omp_get_initial_device, (void)) { return 0; }
GPUMP_OMP(int, omp_get_device_num, (void)) { return 0; }
GPUMP_OMP(int, omp_is_initial_device, (void)) { return 1; }

} /* extern "C" */

namespace gpump {

/* The number that the host has for its OpenMP library, which is how many devices the library knows. A device n of the program's is number
   n more than that to the library, so it is the host, or none that the library knows. */
static int number_in_library()
{
    static const int number = [] {
        auto *library = GPUMP_LIBRARY(omp_get_initial_device);
        return library ? library() : 0;
    }();
    return number;
}

/* omp_initial_device (5.2, 1.2.1) is another number for it. */
static bool is_host(int device_num)
{
    return device_num == -1 || device_num == 0;
}

} // namespace gpump

extern "C" {

GPUMP_OMP(int, omp_get_default_device, (void))
{
    auto *library = GPUMP_LIBRARY(omp_get_default_device);
    return library ? library() - gpump::number_in_library() : gpump::settings().default_device;
}

GPUMP_OMP(void, omp_set_default_device, (int device_num))
{
    if (auto *library = GPUMP_LIBRARY(omp_set_default_device))
        library(device_num < 0 ? gpump::number_in_library() : device_num + gpump::number_in_library());
    else
        gpump::settings().default_device = device_num;
}

} /* extern "C" */

namespace gpump {

/* Before any region: the library takes the first of its devices for the default. */
__attribute__((constructor)) static void stay_on_the_host()
{
    if (number_in_library() > 0)
        gpump_omp_set_default_device(gpump::settings().default_device);
}

/* The bytes of a part of an array of some dimensions, or 0 where they are none. */
static void copy_part(unsigned char *to, const unsigned char *from, size_t element_size, int dimensions,
                      const size_t *volume, const size_t *to_offsets, const size_t *from_offsets, const size_t *to_sizes,
                      const size_t *from_sizes)
{
    if (dimensions == 0) {
        memcpy(to, from, element_size);
        return;
    }
    size_t to_row = element_size, from_row = element_size;
    for (int i = 1; i < dimensions; i++)
        to_row *= to_sizes[i], from_row *= from_sizes[i];
    to += to_offsets[0] * to_row;
    from += from_offsets[0] * from_row;
    for (size_t i = 0; i < volume[0]; i++)
        copy_part(to + i * to_row, from + i * from_row, element_size, dimensions - 1, volume + 1, to_offsets + 1,
                  from_offsets + 1, to_sizes + 1, from_sizes + 1);
}

/* Without the host's regions tasks are done when they are met, so nothing is waited for. */
static void expect_no_dependences(const char *routine, int count)
{
    if (count > 0 && is_in_host_region())
        fail("%s: the host's OpenMP library does not have it, and nobody else knows of the tasks that it depends on", routine);
}

} // namespace gpump

extern "C" {

GPUMP_OMP(void *, omp_target_alloc, (size_t size, int device_num))
{
    if (gpump::is_host(device_num))
        return size ? gpump_heap_malloc(size) : nullptr;
    return nullptr;
}

GPUMP_OMP(void, omp_target_free, (void *device_ptr, int device_num))
{
    if (gpump::is_host(device_num))
        gpump_heap_free(device_ptr);
}

GPUMP_OMP(int, omp_target_is_present, (const void *ptr, int device_num))
{
    return gpump::is_host(device_num) && ptr != nullptr;
}

GPUMP_OMP(int, omp_target_is_accessible, (const void *ptr, size_t, int device_num))
{
    return gpump::is_host(device_num) && ptr != nullptr;
}

GPUMP_OMP(void *, omp_get_mapped_ptr, (const void *ptr, int device_num))
{
    return gpump::is_host(device_num) ? const_cast<void *>(ptr) : nullptr;
}

GPUMP_OMP(int, omp_target_memcpy,
          (void *dst, const void *src, size_t length, size_t dst_offset, size_t src_offset, int dst_device_num,
           int src_device_num))
{
    if (!gpump::is_host(dst_device_num) || !gpump::is_host(src_device_num))
        return EINVAL;
    if (length != 0)
        memcpy(static_cast<char *>(dst) + dst_offset, static_cast<const char *>(src) + src_offset, length);
    return 0;
}

/* Without arrays it says how many dimensions there may be (18.8.6). */
GPUMP_OMP(int, omp_target_memcpy_rect,
          (void *dst, const void *src, size_t element_size, int num_dims, const size_t *volume, const size_t *dst_offsets,
           const size_t *src_offsets, const size_t *dst_dimensions, const size_t *src_dimensions, int dst_device_num,
           int src_device_num))
{
    if (!dst && !src)
        return INT_MAX;
    if (num_dims < 1 || !gpump::is_host(dst_device_num) || !gpump::is_host(src_device_num))
        return EINVAL;
    gpump::copy_part(static_cast<unsigned char *>(dst), static_cast<const unsigned char *>(src), element_size, num_dims, volume,
                     dst_offsets, src_offsets, dst_dimensions, src_dimensions);
    return 0;
}

GPUMP_OMP(int, omp_target_memcpy_async,
          (void *dst, const void *src, size_t length, size_t dst_offset, size_t src_offset, int dst_device_num,
           int src_device_num, int depobj_count, omp_depend_t *depobj_list))
{
    auto *library = GPUMP_LIBRARY(omp_target_memcpy_async);
    if (library && gpump::is_host(dst_device_num) && gpump::is_host(src_device_num))
        return library(dst, src, length, dst_offset, src_offset, gpump::number_in_library(), gpump::number_in_library(),
                       depobj_count, depobj_list);
    gpump::expect_no_dependences("omp_target_memcpy_async", depobj_count);
    return gpump_omp_target_memcpy(dst, src, length, dst_offset, src_offset, dst_device_num, src_device_num);
}

GPUMP_OMP(int, omp_target_memcpy_rect_async,
          (void *dst, const void *src, size_t element_size, int num_dims, const size_t *volume, const size_t *dst_offsets,
           const size_t *src_offsets, const size_t *dst_dimensions, const size_t *src_dimensions, int dst_device_num,
           int src_device_num, int depobj_count, omp_depend_t *depobj_list))
{
    auto *library = GPUMP_LIBRARY(omp_target_memcpy_rect_async);
    if (library && gpump::is_host(dst_device_num) && gpump::is_host(src_device_num))
        return library(dst, src, element_size, num_dims, volume, dst_offsets, src_offsets, dst_dimensions, src_dimensions,
                       gpump::number_in_library(), gpump::number_in_library(), depobj_count, depobj_list);
    gpump::expect_no_dependences("omp_target_memcpy_rect_async", depobj_count);
    return gpump_omp_target_memcpy_rect(dst, src, element_size, num_dims, volume, dst_offsets, src_offsets, dst_dimensions,
                                        src_dimensions, dst_device_num, src_device_num);
}

/* Memory of the host has no counterpart. */
GPUMP_OMP(int, omp_target_associate_ptr, (const void *, const void *, size_t, size_t, int)) { return EINVAL; }
GPUMP_OMP(int, omp_target_disassociate_ptr, (const void *, int)) { return EINVAL; }

GPUMP_OMP(int, omp_pause_resource, (omp_pause_resource_t kind, int device_num))
{
    auto *library = GPUMP_LIBRARY(omp_pause_resource);
    const bool is_asked_for = (kind == omp_pause_soft || kind == omp_pause_hard) && gpump::is_host(device_num);
    return !is_asked_for ? EINVAL : library ? library(kind, gpump::number_in_library()) : 0;
}

GPUMP_OMP_OF_LIBRARY(int, omp_pause_resource_all, (omp_pause_resource_t kind), (kind),
                     kind == omp_pause_soft || kind == omp_pause_hard ? 0 : EINVAL)

/* ---- Tools (18.14), and other models of parallel programs (18.12), of which there are none ---- */

GPUMP_OMP_OF_LIBRARY(int, omp_control_tool, (int command, int modifier, void *arg), (command, modifier, arg),
                     omp_control_tool_notool)

GPUMP_OMP_OF_LIBRARY(int, omp_get_num_interop_properties, (const omp_interop_t interop), (interop), 0)
GPUMP_OMP_OF_LIBRARY(const char *, omp_get_interop_name, (const omp_interop_t interop, omp_interop_property_t property),
                     (interop, property), nullptr)
GPUMP_OMP_OF_LIBRARY(const char *, omp_get_interop_type_desc,
                     (const omp_interop_t interop, omp_interop_property_t property), (interop, property), nullptr)
GPUMP_OMP_OF_LIBRARY(const char *, omp_get_interop_rc_desc, (const omp_interop_t interop, omp_interop_rc_t ret_code),
                     (interop, ret_code), ret_code == omp_irc_empty ? "the interoperability object is empty" : nullptr)

#define GPUMP_OMP_INTEROP(type, name)                                                                  \
    GPUMP_OMP(type, name, (const omp_interop_t interop, omp_interop_property_t property, int *ret_code)) \
    {                                                                                                  \
        if (auto *library = GPUMP_LIBRARY(name))                                                       \
            return library(interop, property, ret_code);                                               \
        if (ret_code)                                                                                  \
            *ret_code = omp_irc_empty;                                                                 \
        return {};                                                                                     \
    }
GPUMP_OMP_INTEROP(omp_intptr_t, omp_get_interop_int)
GPUMP_OMP_INTEROP(void *, omp_get_interop_ptr)
GPUMP_OMP_INTEROP(const char *, omp_get_interop_str)

} /* extern "C" */
