/** For the environment of a child: it uses the compiled code that our process caches, if it does. */
export function compiledCodeOf({ NODE_COMPILE_CACHE: folder }: NodeJS.ProcessEnv): { NODE_COMPILE_CACHE?: string } {
  return folder ? { NODE_COMPILE_CACHE: folder } : {}
}
