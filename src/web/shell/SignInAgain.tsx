import { lazy, useEffect, useRef, useState } from 'react'
import { onSignedOut } from '../api/client.ts'
import { LazyPart } from '../ui/LazyPart.tsx'

const SignInAgainDialog = lazy(() => import('./SignInAgainDialog.tsx'))

/**
 * Asks for the password over the page when a call was rejected because the session ended; the calls wait and are
 * repeated.
 */
export function SignInAgain() {
  const goOn = useRef<() => void>(undefined)
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    onSignedOut(() => {
      setIsOpen(true)
      return new Promise((done) => {
        goOn.current = done
      })
    })
  }, [])

  function close() {
    setIsOpen(false)
  }

  function onDone() {
    close()
    goOn.current?.()
  }

  if (!isOpen) return null
  return (
    <LazyPart onClose={close}>
      <SignInAgainDialog onDone={onDone} />
    </LazyPart>
  )
}
