import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { ColorDeal } from '../../../../charts/shared/color/deal.ts'
import type { DashboardUrl } from '../../../../model/dashboard/dashboardUrl.ts'
import type { DashboardItem } from '../../../api/dashboardView.ts'
import type { ChartLoader } from './chartLoader.ts'
import type { DashboardState, DashboardStore } from './dashboardStore.ts'

/** One open dashboard: its state, the loader of its charts, and the address that opened it. */
export interface Session {
  item: DashboardItem
  /** whether only the layout of the dashboard is known so far */
  isFrame: boolean
  store: DashboardStore
  loader: ChartLoader
  /** the address when the dashboard was opened */
  openedWith: DashboardUrl
  /** colors of the labels in all charts */
  colors: ColorDeal
  /** changes parts of the address without navigation */
  updateUrl: (patch: Partial<DashboardUrl>) => void
}

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no dashboard is open here')
  return session
}

/** A part of the dashboard's state; changes are detected by comparing the entries of lists and records. */
export function useDashboard<T>(select: (state: DashboardState) => T): T {
  return useStore(useSession().store, useShallow(select))
}
