import { bootstrap, currentUser, displayName } from '../api/bootstrap.ts'
import { messageOf } from '../api/failure.ts'
import { stopViewing } from '../api/viewing.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'

const texts = defineTexts('viewing', {
  text: 'You are viewing Sextant as {name}. Nothing can be changed.',
  stop: 'Stop',
})

/** Shown on every page while an administrator views the product as another user. */
export default function ViewingBanner() {
  const t = useText()

  async function stop() {
    try {
      await stopViewing()
      location.assign('/users/list/')
    } catch (error) {
      toast.danger(messageOf(error))
    }
  }

  if (!bootstrap.viewer) return null
  return (
    <Banner
      tone="warning"
      action={
        <Button size="sm" onClick={() => void stop()}>
          {t(texts.stop)}
        </Button>
      }
    >
      {t(texts.text, { name: displayName(currentUser) })}
    </Banner>
  )
}
