import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { ColorDeal } from '../../../../charts/shared/color/deal.ts'
import type { DashboardUrl } from '../../../../model/dashboard/dashboardUrl.ts'
import type { DashboardItem } from '../../../api/dashboardView.ts'
import type { ChartLoader } from './chartLoader.ts'
import type { DashboardState, DashboardStore } from './dashboardStore.ts'

/** One open dashboard: its state, what feeds its charts, and what it was opened with. */
export interface Session {
  item: DashboardItem
  /** only its layout is known yet */
  isFrame: boolean
  store: DashboardStore
  loader: ChartLoader
  /** the address as it was when the dashboard was opened */
  openedWith: DashboardUrl
  /** colours of the labels on all charts */
  colors: ColorDeal
  /** changes parts of the address in place */
  updateUrl: (patch: Partial<DashboardUrl>) => void
}

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no dashboard is open here')
  return session
}

/** A part of the dashboard's state; lists and records of it are compared by their entries. */
export function useDashboard<T>(select: (state: DashboardState) => T): T {
  return useStore(useSession().store, useShallow(select))
}
