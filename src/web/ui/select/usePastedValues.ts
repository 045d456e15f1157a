import { useEffect, useRef } from 'react'
import type { SelectOption, SelectValue } from './options.ts'
import type { SelectBaseProps } from './selectProps.ts'

const lookUpsAtOnce = 4

/** Selects the values in a pasted text; those that are neither listed nor allowed as new values are ignored. */
export function usePastedValues<V extends SelectValue>(
  { load, allowNew, chosen, onChosen }: SelectBaseProps<V>,
  offered: readonly SelectOption<V>[],
): (parts: string[]) => Promise<void> {
  const latest = useRef({ chosen, onChosen })
  const pasting = useRef<AbortController>(undefined)
  useEffect(() => {
    latest.current = { chosen, onChosen }
  })
  useEffect(() => () => pasting.current?.abort(), [])

  /** The value of a part of the text, if it is in the list or on the server, or if new values are allowed. */
  async function valueOf(part: string, signal: AbortSignal): Promise<V[]> {
    const isIt = (option: SelectOption<V>) => option.label === part || String(option.value) === part
    const listed = offered.find(isIt)
    if (listed) return [listed.value]
    // a value whose lookup fails is ignored, like one that does not exist
    const page = await load?.(part, 0, signal).catch(() => undefined)
    const loaded = page?.options.find(isIt)
    if (loaded) return [loaded.value]
    return allowNew ? [part as V] : []
  }

  return async (parts) => {
    const { signal } = (pasting.current ??= new AbortController())
    const found: V[] = []
    // only a few at the same time: each value that is not listed needs a request to the server
    for (let at = 0; at < parts.length && !signal.aborted; at += lookUpsAtOnce)
      for (const values of await Promise.all(parts.slice(at, at + lookUpsAtOnce).map((part) => valueOf(part, signal))))
        found.push(...values)
    // values selected during the requests stay selected
    if (!signal.aborted) latest.current.onChosen([...new Set([...latest.current.chosen, ...found])])
  }
}
