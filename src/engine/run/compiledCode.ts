/** Variables for the environment of a child: if our process caches compiled code, the child uses the same cache. */
export function compiledCodeOf({ NODE_COMPILE_CACHE: folder }: NodeJS.ProcessEnv): { NODE_COMPILE_CACHE?: string } {
  return folder ? { NODE_COMPILE_CACHE: folder } : {}
}
