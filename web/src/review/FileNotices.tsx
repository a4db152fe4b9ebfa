import { Icon } from "../shell/Icon";
import type { Notice } from "./types";

/** What a reader should know before this file is published. */
export function FileNotices({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <div className="note note-warn" role="note">
      <Icon name="warning" />
      <div className="note-text">
        <ul>
          {notices.map((notice) => (
            <li key={notice.notice_id}>
              {notice.message}
              {notice.confirm && <span className="quiet"> Publish asks about this.</span>}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
