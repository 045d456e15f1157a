import { useEffect, useRef } from 'react'
import type { SelectOption, SelectValue } from './options.ts'
import type { SelectBaseProps } from './selectProps.ts'

const lookUpsAtOnce = 4

/** Chooses the values that the parts of a pasted text name; what is neither listed nor may be new is left out. */
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

  /** The value that a part names, where the list, the server or the permission to type new ones knows it. */
  async function valueOf(part: string, signal: AbortSignal): Promise<V[]> {
    const isIt = (option: SelectOption<V>) => option.label === part || String(option.value) === part
    const listed = offered.find(isIt)
    if (listed) return [listed.value]
    // a value that the server cannot look up is left out, like one that is not there
    const page = await load?.(part, 0, signal).catch(() => undefined)
    const loaded = page?.options.find(isIt)
    if (loaded) return [loaded.value]
    return allowNew ? [part as V] : []
  }

  return async (parts) => {
    const { signal } = (pasting.current ??= new AbortController())
    const found: V[] = []
    // a few at a time: each that is not listed is a request to the server
    for (let at = 0; at < parts.length && !signal.aborted; at += lookUpsAtOnce)
      for (const values of await Promise.all(parts.slice(at, at + lookUpsAtOnce).map((part) => valueOf(part, signal))))
        found.push(...values)
    // values chosen during the requests stay chosen
    if (!signal.aborted) latest.current.onChosen([...new Set([...latest.current.chosen, ...found])])
  }
}
