import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { UNTITLED } from '../../../model/dashboardEdit.ts'
import { createDashboard } from '../../api/dashboards.ts'
import { messageOf } from '../../api/failure.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SpinnerRing } from '../../ui/Spinner.tsx'
import css from './NewDashboardScreen.module.css'

/** `/dashboard/new/`: creates an empty dashboard and opens it for editing. */
export function NewDashboardScreen() {
  const { history } = useRouter()
  const create = useMutation({
    mutationFn: () => createDashboard(UNTITLED),
    onSuccess: (id) => history.replace(`/superset/dashboard/${id}/?edit=true`),
  })
  const isAsked = useRef(false)
  const { mutate } = create
  useEffect(() => {
    // once, however often the page is mounted
    if (isAsked.current) return
    isAsked.current = true
    mutate()
  }, [mutate])
  return (
    <div className={css.page} aria-busy={create.isPending}>
      {create.error ? <ErrorPanel message={messageOf(create.error)} onRetry={() => mutate()} /> : <SpinnerRing />}
    </div>
  )
}
