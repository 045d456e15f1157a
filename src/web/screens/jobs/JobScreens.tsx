import { notFound, useLocation } from '@tanstack/react-router'
import { JobListScreen } from './JobListScreen.tsx'
import { JobScheduleScreen } from './JobScheduleScreen.tsx'

/** The pages of background jobs. They share one route, because every page loads the list of routes. */
export function JobScreens() {
  const { pathname } = useLocation()
  if (pathname === '/jobs/list/') return <JobListScreen />
  if (pathname === '/jobs/schedules/') return <JobScheduleScreen />
  throw notFound()
}
