import { useSyncExternalStore } from 'react'
import { Tag } from '../../../ui/Tag.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'

const texts = defineTexts('sqlLab.offline', { label: 'offline' })

const changes = ['online', 'offline'] as const
const subscribe = (changed: () => void) => {
  for (const name of changes) window.addEventListener(name, changed)
  return () => {
    for (const name of changes) window.removeEventListener(name, changed)
  }
}

/** Shown while the browser is offline: queries cannot be sent, and running ones are not polled. */
export function OfflineTag() {
  const t = useText()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return isOnline ? null : <Tag tone="warning">{t(texts.label)}</Tag>
}
