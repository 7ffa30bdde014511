import { useState } from 'preact/hooks';
import { NoticeOffer } from './NoticeOffer.tsx';
import { isTourDue, Tour } from './Tour.tsx';
import '../styles/notices.css';

/** What floats over the page, each once and never two of them: the tour first, then the offer of notifications. */
export function Notices() {
  const [isTouring, setTouring] = useState(isTourDue);
  return isTouring ? <Tour onEnd={() => setTouring(false)} /> : <NoticeOffer />;
}
