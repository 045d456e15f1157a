import { useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { NameResultBody, SCRATCH } from '../../../../model/sqlLab/namedResults.ts'
import { messageOf } from '../../../api/failure.ts'
import { namedResultsQuery, nameResult } from '../../../api/sqlLab.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import type { LabTab } from '../state/labTypes.ts'

const texts = defineTexts('sqlLab.nameResult', {
  open: 'Name result',
  name: 'Name',
  hint: 'The next statements of this tab read the rows from {place}. They are stored for 24 hours.',
  cancel: 'Cancel',
  done: 'The result can be read from {place}',
})

/** Gives a result a name, by which the next statements of the tab can read it. */
export function NameResultButton({ tab, resultsKey }: { tab: LabTab; resultsKey: string }) {
  const t = useText()
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const place = `${SCRATCH}.${name.trim() === '' ? 'name' : name.trim().toLowerCase()}`

  async function submit(event: FormEvent) {
    event.preventDefault()
    const body = NameResultBody.safeParse({ tab_id: tab.id, key: resultsKey, name: name.trim() })
    if (!body.success) {
      setError(body.error.issues[0]?.message)
      return
    }
    setIsBusy(true)
    try {
      await nameResult(body.data)
      await queryClient.invalidateQueries({ queryKey: namedResultsQuery(tab.id).queryKey })
      toast.success(t(texts.done, { place }))
      setIsOpen(false)
    } catch (failure) {
      setError(messageOf(failure))
    }
    setIsBusy(false)
  }

  return (
    <>
      <Button icon={<Bookmark size={14} />} onClick={() => setIsOpen(true)}>
        {t(texts.open)}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t(texts.open)}
        width={460}
        initialFocus={field}
        footer={
          <>
            <Button size="md" onClick={() => setIsOpen(false)}>
              {t(texts.cancel)}
            </Button>
            <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={name.trim() === ''}>
              {t(texts.open)}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void submit(event)}>
          <TextField
            ref={field}
            label={t(texts.name)}
            help={t(texts.hint, { place })}
            error={error}
            size="md"
            maxLength={60}
            value={name}
            onChange={(next) => {
              setName(next)
              setError(undefined)
            }}
          />
        </form>
      </Dialog>
    </>
  )
}
