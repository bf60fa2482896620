import { accountPicturesFolder } from '@tba/runtime/storage/pictures.ts'
import sharp from 'sharp'
import type { TestedProduct } from './product.ts'
import { answered, type Visitor } from './visitor.ts'

export const drawing = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#0e6b4f' } })

export const picture = () => drawing().png().toBuffer()

export const uploadAddress = async (customer: Visitor): Promise<string> =>
  answered<{ uploadURL: string }>(await customer.post('/api/objects/upload')).uploadURL

export const pathOf = (address: string) => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

export const send = (visitor: Visitor, address: string, raw: Buffer, type = 'image/png') =>
  visitor.put(pathOf(address), undefined, { raw, headers: { 'content-type': type } })

export async function uploadedBy(customer: Visitor): Promise<string> {
  const address = await uploadAddress(customer)
  answered(await send(customer, address, await picture()))
  return address
}

export async function choose(customer: Visitor, imageUrl: string | undefined): Promise<string> {
  const answer = await customer.put('/api/user/profile-image', { imageUrl })
  return answered<{ profileImageUrl: string }>(answer).profileImageUrl
}

export const picturesOf = ({ objects }: Pick<TestedProduct, 'objects'>, accountId: string) =>
  Array.fromAsync(objects.list(accountPicturesFolder(accountId)))
