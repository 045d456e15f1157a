import { Banner } from '../ui/Banner.tsx'
import { defineTexts, useText } from '../ui/text.ts'

const texts = defineTexts('connectionErrors', { title: 'Database Creation Error' })

/** The errors of a connection that do not belong to a field. */
export function ConnectionErrors({ messages }: { messages: readonly string[] }) {
  const t = useText()
  if (messages.length === 0) return null
  return (
    <Banner tone="danger">
      <b>{t(texts.title)}</b>
      {messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Banner>
  )
}
