# Installs two components: the program, and core as the library layoutq::core. The packages contain the program.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS layoutq RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

# The program prints its own manual page and completions, so it must run on the machine that builds it.
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)
  file(MAKE_DIRECTORY ${generated})
  set(outputs ${generated}/layoutq.1.gz)
  add_custom_command(OUTPUT ${generated}/layoutq.1.gz
    COMMAND layoutq --generate man > ${generated}/layoutq.1
    COMMAND gzip -9nf ${generated}/layoutq.1
    DEPENDS layoutq VERBATIM)
  foreach(shell bash zsh fish)
    list(APPEND outputs ${generated}/layoutq.${shell})
    add_custom_command(OUTPUT ${generated}/layoutq.${shell}
      COMMAND layoutq --generate ${shell} > ${generated}/layoutq.${shell}
      DEPENDS layoutq VERBATIM)
  endforeach()
  add_custom_target(layoutq_generated ALL DEPENDS ${outputs})

  install(FILES ${generated}/layoutq.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  set(share ${CMAKE_INSTALL_DATAROOTDIR})
  install(FILES ${generated}/layoutq.bash DESTINATION ${share}/bash-completion/completions RENAME layoutq
    COMPONENT program)
  # Debian's zsh searches vendor-completions below /usr, and site-functions below /usr/local.
  install(CODE "set(zsh vendor-completions)
    if(CMAKE_INSTALL_PREFIX STREQUAL /usr/local)
      set(zsh site-functions)
    endif()" COMPONENT program)
  install(FILES ${generated}/layoutq.zsh DESTINATION ${share}/zsh/\${zsh} RENAME _layoutq COMPONENT program)
  install(FILES ${generated}/layoutq.fish DESTINATION ${share}/fish/vendor_completions.d COMPONENT program)
endif()

# A build with tests links core to fmt's library, which users of core need not have: only other builds install it.
if(NOT BUILD_TESTING)
  set_target_properties(layoutq_core PROPERTIES EXPORT_NAME core)
  install(TARGETS layoutq_core EXPORT layoutq
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/layoutq)
  if(CMAKE_INTERPROCEDURAL_OPTIMIZATION AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The archive has bytecode beside the code. Only this version of the compiler accepts it, so it is removed.
    install(CODE "execute_process(COMMAND \"${CMAKE_OBJCOPY}\" --wildcard
      --remove-section=.gnu.lto_* --remove-section=.gnu.debuglto_* --strip-symbol=__gnu_lto_*
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/liblayoutq_core.a\"
      COMMAND_ERROR_IS_FATAL ANY)" COMPONENT library)
  endif()
  install(DIRECTORY core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/layoutq COMPONENT library
    FILES_MATCHING PATTERN *.h)

  set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/layoutq)
  configure_package_config_file(core/layoutq-config.cmake.in layoutq-config.cmake
    INSTALL_DESTINATION ${folder} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(layoutq-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/layoutq-config.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/layoutq-config-version.cmake DESTINATION ${folder} COMPONENT library)
  install(EXPORT layoutq NAMESPACE layoutq:: FILE layoutq-targets.cmake DESTINATION ${folder}
    COMPONENT library)
endif()

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_GENERATOR TGZ DEB)
  set(CPACK_VERBATIM_VARIABLES ON)
  set(CPACK_INSTALL_CMAKE_PROJECTS ${CMAKE_BINARY_DIR} ${PROJECT_NAME} program /)
  string(TOLOWER ${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}
    CPACK_PACKAGE_FILE_NAME)
  set(CPACK_PACKAGE_CONTACT "layoutq developers <layoutq@localhost>")
  set(CPACK_PACKAGE_DESCRIPTION "Which thread holds which element of a tensor, how often, what a reduction
along an axis costs, whether a load is coalesced, which lanes collide in
shared memory: for the layouts of Triton and Gluon, as parameters, pasted
text or a compiler's dump. Needs no GPU, no Triton and no Python.")
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION devel)
  set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
  if(NOT layoutq_is_static)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  endif()
  include(CPack)
endif()
