import { useEffect, useState } from 'react'

/**
 * What `get` returns once `load` has ended; undefined until then. Throws the error of `load`. Not `Suspense`, whose
 * content React delays by up to 300 ms after the last fallback: a chart is shown as soon as its code has arrived.
 */
export function useLoaded<T>(get: () => T | undefined, load: () => Promise<unknown>): T | undefined {
  const [result, setResult] = useState<{ error?: unknown }>()
  const found = get()
  const isMissing = found === undefined
  useEffect(() => {
    if (!isMissing) return
    let isWanted = true
    load().then(
      () => isWanted && setResult({}),
      (error: unknown) => isWanted && setResult({ error }),
    )
    return () => {
      isWanted = false
    }
    // what is loaded does not change while the component is mounted
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isMissing])
  if (isMissing && result && 'error' in result) throw result.error
  return found
}
