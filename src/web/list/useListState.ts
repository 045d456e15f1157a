import { useLocation, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatListState, type ListState, parseListState } from './listState.ts'

/** The list's state, which is stored in the address. Any change other than of the page returns to the first page. */
export function useListState(initial: ListState): [ListState, (change: Partial<ListState>, replace?: boolean) => void] {
  const { history } = useRouter()
  const { pathname, searchStr } = useLocation()
  const state = useMemo(() => parseListState(searchStr, initial), [searchStr, initial])
  function change(part: Partial<ListState>, replace = false) {
    const next = { ...state, ...('viewMode' in part ? {} : { page: 0 }), ...part }
    const href = pathname + formatListState(next, initial, searchStr)
    if (replace) history.replace(href)
    else history.push(href)
  }
  return [state, change]
}
