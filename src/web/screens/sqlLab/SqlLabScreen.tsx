import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PagePending } from '../../shell/PagePending.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { readAddress } from './address.ts'
import { NoTabs } from './NoTabs.tsx'
import css from './SqlLabScreen.module.css'
import { closeTabs, loadLab, useLab } from './state/lab.ts'
import { openFromAddress } from './state/openFromAddress.ts'
import { askBeforeLeaving, pollQueries } from './state/running.ts'
import { saveOnLeaving } from './state/saving.ts'
import { TabBody } from './TabBody.tsx'
import { TabBar } from './tabs/TabBar.tsx'

const texts = defineTexts('sqlLab', { title: 'SQL Lab', reset: 'Reset state' })

/** SQL Lab: tabs of SQL with their results. */
export function SqlLabScreen() {
  const t = useText()
  const { history } = useRouter()
  const [offersReset] = useState(() => readAddress(location.search).start.offersReset)
  const { status, tabs, activeId } = useLab()
  const active = tabs.find(({ id }) => id === activeId)

  useEffect(() => {
    const leaving = new AbortController()
    const { start, rest } = readAddress(location.search)
    void loadLab(leaving.signal).then(() => {
      if (leaving.signal.aborted || useLab.getState().status !== 'ready') return
      const address = location.pathname + rest
      if (rest !== location.search) history.replace(address)
      void openFromAddress(start)
    })
    const stopPolling = pollQueries()
    const stopSaving = saveOnLeaving()
    const stopAsking = askBeforeLeaving()
    return () => {
      leaving.abort()
      stopPolling()
      stopSaving()
      stopAsking()
    }
  }, [history])

  if (typeof status === 'object') {
    return (
      <div className={css.failed}>
        <ErrorPanel message={status.failed} onRetry={() => location.reload()} />
      </div>
    )
  }
  if (status === 'loading') return <PagePending />
  return (
    <div className={css.page}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <h1 className={css.spoken}>{t(texts.title)}</h1>
      <TabBar tabs={tabs} activeId={activeId} />
      {offersReset ? (
        <div className={css.reset}>
          <Button variant="dangerSolid" onClick={() => void closeTabs(tabs.map(({ id }) => id))}>
            {t(texts.reset)}
          </Button>
        </div>
      ) : null}
      {active ? <TabBody key={active.id} tab={active} /> : <NoTabs />}
    </div>
  )
}
