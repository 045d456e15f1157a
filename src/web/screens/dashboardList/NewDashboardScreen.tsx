import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createDashboard } from '../../api/dashboards.ts'
import { messageOf } from '../../api/failure.ts'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './NewDashboardScreen.module.css'

const texts = defineTexts('newDashboard', {
  title: 'Dashboard',
  untitled: '[ untitled dashboard ]',
  failed: 'An error occurred while creating dashboards: {message}',
})

/** `/dashboard/new/`: creates an empty dashboard and opens it for editing. */
export function NewDashboardScreen() {
  const t = useText()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const wasStarted = useRef(false)
  const [error, setError] = useState<string>()
  const title = t(texts.untitled)

  const create = useCallback(async () => {
    setError(undefined)
    const { pathname } = history.location
    try {
      const id = await createDashboard(title)
      void queryClient.invalidateQueries({ queryKey: ['dashboards'] })
      if (history.location.pathname === pathname) history.replace(`/superset/dashboard/${id}/?edit=true`)
    } catch (failure) {
      setError(messageOf(failure))
    }
  }, [title, history, queryClient])

  useEffect(() => {
    if (wasStarted.current) return
    wasStarted.current = true
    void create()
  }, [create])

  return (
    <div className={css.page}>
      <PageTitle>{t(texts.title)}</PageTitle>
      {error === undefined ? (
        <Spinner />
      ) : (
        <ErrorPanel message={t(texts.failed, { message: error })} onRetry={() => void create()} />
      )}
    </div>
  )
}
