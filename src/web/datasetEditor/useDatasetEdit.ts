import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { culpritsOf } from '../../model/errors/culprit.ts'
import {
  checkExpressions,
  editedDatasetQuery,
  loadColumnsAfter,
  saveDataset,
  type VersionedDataset,
} from '../api/datasetEdit.ts'
import { ApiError, messageOf } from '../api/failure.ts'
import { culpritTitle } from '../chart/culpritText.ts'
import { plainExpressionMessage } from '../chart/plainMessage.ts'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { useUndoable } from '../undo/useUndoable.ts'
import {
  changedExpressions,
  type DatasetDraft,
  draftOf,
  isOtherSource,
  problemsOf,
  sourceOf,
  updateOf,
} from './datasetDraft.ts'
import { type DroppedParts, droppedParts } from './droppedParts.ts'
import { type SourceLoss, sourceLoss } from './sourceLoss.ts'
import type { TabProps } from './tabs.ts'

const texts = defineTexts('datasetEdit', { saved: 'The dataset has been saved' })

/** Warnings that the user should see before saving. */
interface Warnings {
  /** the database's error for a new expression */
  complaint?: string
  /** what is lost with the old source */
  loss?: SourceLoss
  /** columns and metrics that charts may use */
  dropped?: DroppedParts
}

export type Step = { name: 'edit' | 'leave' | 'busy' } | ({ name: 'confirm' } & Warnings)

/** A draft and the version it is based on. If a later version was loaded, the user has not seen it. */
interface Edited {
  base: VersionedDataset
  draft: DatasetDraft
}

/** The draft of a dataset: its changes, its errors, and saving it. */
export function useDatasetEdit(id: number, onClose: () => void) {
  const stored = useQuery(editedDatasetQuery(id))
  // undefined until something is changed
  const steps = useUndoable<{ edited?: Edited }>({})
  const { edited } = steps.present
  const [step, setStep] = useState<Step>({ name: 'edit' })
  const [failure, setFailure] = useState<ApiError>()
  const base = edited?.base ?? stored.data
  const saved = base && draftOf(base.dataset)
  const draft = edited?.draft ?? saved
  const isSourceChanged = saved !== undefined && draft !== undefined && isOtherSource(saved, draft)
  const check = useDraftCheck(id, isSourceChanged)
  const store = useStore(id, onClose)

  const change: TabProps['onChange'] = (next) => {
    setFailure(undefined)
    // a change ends the confirmation: the validated expressions may differ from those that would be saved now
    setStep((now) => (now.name === 'leave' ? now : { name: 'edit' }))
    steps.set((now) => {
      const start = now.edited?.base ?? base
      if (!start) return now
      const before = now.edited?.draft ?? draftOf(start.dataset)
      return { edited: { base: start, draft: typeof next === 'function' ? next(before) : next } }
    })
  }

  function moved(move: () => void) {
    setFailure(undefined)
    setStep({ name: 'edit' })
    move()
  }

  /** Validates new expressions in the database first: a typing error would break every chart that uses them. */
  async function ask() {
    if (!draft || !saved) return
    setStep({ name: 'busy' })
    const found = await check(draft, saved)
    // if the user has closed or changed the draft in the meantime, nothing is confirmed
    setStep((now) => (now.name === 'busy' ? { name: 'confirm', ...found } : now))
  }

  async function save() {
    if (!draft) return
    const refusal = await store(draft, base?.version, isSourceChanged)
    if (refusal === undefined) return
    setFailure(refusal)
    setStep({ name: 'edit' })
  }

  async function takeTheirs() {
    const { error } = await stored.refetch()
    if (error) return void toast.danger(messageOf(error))
    setFailure(undefined)
    steps.restart({})
  }

  return {
    stored,
    base,
    draft,
    problems: draft ? problemsOf(draft) : [],
    isEdited: edited !== undefined,
    isSourceChanged,
    step,
    /** an undo also resets errors and confirmations, because they are about another draft */
    steps: {
      ...steps,
      undo: () => moved(steps.undo),
      redo: () => moved(steps.redo),
    },
    failure,
    change,
    ask,
    save,
    takeTheirs,
    goOn: () => {
      setFailure(undefined)
      setStep({ name: 'edit' })
    },
    close: () => (edited === undefined ? onClose() : setStep({ name: 'leave' })),
  }
}

export type DatasetEdit = ReturnType<typeof useDatasetEdit>

/** Warnings about a draft before it is saved. */
function useDraftCheck(id: number, isSourceChanged: boolean) {
  const t = useText()
  return async (asked: DatasetDraft, before: DatasetDraft): Promise<Warnings> => {
    if (isSourceChanged) {
      // expressions cannot be validated on an unsaved source; if it cannot be read, saving reports the error
      const loss = await loadColumnsAfter(id, sourceOf(asked)).then(
        (names) => sourceLoss(asked, names),
        () => undefined,
      )
      return { loss, dropped: droppedParts(before, asked, loss) }
    }
    const complaint = await checkExpressions(id, changedExpressions(before, asked)).then(
      () => undefined,
      (error: unknown) => {
        const title = culpritTitle(t, culpritsOf(error instanceof ApiError ? error.extra : undefined))
        return [title, plainExpressionMessage(messageOf(error))].filter(Boolean).join(': ')
      },
    )
    return { complaint, dropped: droppedParts(before, asked) }
  }
}

/** Sends a draft to the server; returns why it was rejected. */
function useStore(id: number, onClose: () => void) {
  const t = useText()
  const queryClient = useQueryClient()
  return async (draft: DatasetDraft, version: string | undefined, sync: boolean): Promise<ApiError | undefined> => {
    try {
      await saveDataset(id, updateOf(draft), { version, sync })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['explore'] }),
        queryClient.invalidateQueries({ queryKey: ['datasets'] }),
      ])
      toast.success(t(texts.saved))
      onClose()
      return undefined
    } catch (error) {
      return error instanceof ApiError ? error : new ApiError(messageOf(error), { status: 0 })
    }
  }
}
