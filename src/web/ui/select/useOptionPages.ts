import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { SelectOption, SelectValue } from './options.ts'

/** A page of entries and the total number. Pages count from 0. */
export type LoadOptions<V extends SelectValue> = (
  search: string,
  page: number,
  signal: AbortSignal,
) => Promise<{ options: SelectOption<V>[]; count: number }>

interface Pages<V extends SelectValue> {
  options: SelectOption<V>[]
  count: number
  nextPage: number
  /** the search text of the options */
  search: string
  isLoading: boolean
  error: string | undefined
}

type Action<V extends SelectValue> =
  | { type: 'start'; isFresh: boolean }
  | { type: 'page'; options: SelectOption<V>[]; count: number; search: string; isFresh: boolean }
  | { type: 'failed'; error: string }

const searchDelayMs = 500

function reduce<V extends SelectValue>(state: Pages<V>, action: Action<V>): Pages<V> {
  switch (action.type) {
    case 'start':
      return { ...state, isLoading: true, error: undefined }
    case 'page': {
      const before = action.isFresh ? [] : state.options
      const known = new Set(before.map((option) => option.value))
      const options = [...before, ...action.options.filter((option) => !known.has(option.value))]
      return {
        options,
        count: Math.max(action.count, options.length),
        nextPage: action.isFresh ? 1 : state.nextPage + 1,
        search: action.search,
        isLoading: false,
        error: undefined,
      }
    }
    case 'failed':
      return { ...state, isLoading: false, error: action.error }
  }
}

/**
 * The entries of an asynchronous select: the first page when it opens, further ones on demand, a new first page 500 ms
 * after the last key of a search. `load` must be stable; a new function (because of a changed filter) restarts the
 * list.
 */
export function useOptionPages<V extends SelectValue>(
  load: LoadOptions<V> | undefined,
  search: string,
  isOpen: boolean,
): Pages<V> & { loadMore: () => void } {
  const [state, dispatch] = useReducer(reduce<V>, {
    options: [],
    count: 0,
    nextPage: 0,
    search: '',
    isLoading: false,
    error: undefined,
  })
  const running = useRef<AbortController>(undefined)

  const fetchPage = useCallback(
    async (page: number) => {
      if (!load) return
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      dispatch({ type: 'start', isFresh: page === 0 })
      try {
        const { options, count } = await load(search, page, controller.signal)
        if (!controller.signal.aborted) dispatch({ type: 'page', options, count, search, isFresh: page === 0 })
      } catch (error) {
        if (controller.signal.aborted) return
        dispatch({ type: 'failed', error: error instanceof Error ? error.message : String(error) })
      }
    },
    [load, search],
  )

  useEffect(() => {
    if (!isOpen || !load) return
    const timer = setTimeout(() => void fetchPage(0), search === '' ? 0 : searchDelayMs)
    return () => clearTimeout(timer)
  }, [isOpen, load, search, fetchPage])

  useEffect(() => () => running.current?.abort(), [])

  const canLoadMore = !state.isLoading && state.error === undefined && state.options.length < state.count
  return { ...state, loadMore: () => (canLoadMore ? void fetchPage(state.nextPage) : undefined) }
}
