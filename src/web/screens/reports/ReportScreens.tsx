import { notFound, useLocation } from '@tanstack/react-router'
import { ReportListScreen } from './ReportListScreen.tsx'
import { ReportLogScreen } from './ReportLogScreen.tsx'
import { screenAt } from './reportAddress.ts'

/**
 * The pages of alerts and reports. Alerts and reports have one route each, because every page loads the list of routes.
 */
export function ReportScreens() {
  const screen = screenAt(useLocation().pathname)
  if (screen === undefined) throw notFound()
  const { type, id } = screen
  return id === undefined ? (
    <ReportListScreen key={type} type={type} />
  ) : (
    <ReportLogScreen key={id} type={type} id={id} />
  )
}
