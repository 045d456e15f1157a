import { useState } from 'react'

import { bootstrap } from '../../api/bootstrap.ts'
import type { ListFilter } from '../../api/list.ts'

export type RecentsTab = 'viewed' | 'edited' | 'created'
export type OwnTab = 'favorite' | 'mine' | 'all'

/** The user's state of the home page; stored in this browser. */
export interface HomeState {
  recentsTab?: RecentsTab
  dashboardsTab: OwnTab
  chartsTab: OwnTab
  closed: string[]
}

/** Title and filters of the last tab; undefined if the server does not set them, so that the tab shows everything. */
export function otherTab(): readonly [title: string, filters: ListFilter[]] | undefined {
  const named = bootstrap.common.conf['WELCOME_PAGE_LAST_TAB']
  // the server has validated its format
  return Array.isArray(named) ? (named as [string, ListFilter[]]) : undefined
}

const storageKey = 'sextant.home'
const initial: HomeState = { dashboardsTab: 'all', chartsTab: 'all', closed: [] }

function read(): HomeState {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<HomeState>) }
  } catch {
    return initial
  }
}

export function useHomeState(): [HomeState, (change: Partial<HomeState>) => void] {
  const [state, setState] = useState(read)
  return [
    state,
    (change) => {
      const next = { ...state, ...change }
      localStorage.setItem(storageKey, JSON.stringify(next))
      setState(next)
    },
  ]
}
